/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/api.h: the version of the library, and what its headers export. */
#ifndef HOLONOMY_API_H
#define HOLONOMY_API_H

#define HOL_VERSION       "1.0"
#define HOL_VERSION_MAJOR 1
#define HOL_VERSION_MINOR 0
/* Grows with every change after which a program compiled before would no longer do; the soname and
 * plug-ins carry it. */
#define HOL_ABI 1

/* Around the declarations of a header: what stands between them is exported, with C linkage. */
#ifdef __cplusplus
#define HOL_EXTERN_C_BEGIN extern "C" {
#define HOL_EXTERN_C_END   }
#else
#define HOL_EXTERN_C_BEGIN
#define HOL_EXTERN_C_END
#endif
#define HOL_API_BEGIN HOL_EXTERN_C_BEGIN _Pragma("GCC visibility push(default)")
#define HOL_API_END   _Pragma("GCC visibility pop") HOL_EXTERN_C_END

HOL_API_BEGIN

/* HOL_VERSION and HOL_ABI of the library that the program runs with. */
const char *hol_version(void);
int hol_abi(void);

HOL_API_END

#endif
