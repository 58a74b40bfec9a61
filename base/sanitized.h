/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HOL_SANITIZED: built with AddressSanitizer or ThreadSanitizer, of gcc or of clang, whose
 * allocator no other may replace and whose memory no limit suits. */
#pragma once

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define HOL_SANITIZED
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HOL_SANITIZED
#endif
#endif
