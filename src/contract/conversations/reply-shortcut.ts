/** What is typed after `/`: letters and digits of any script, and `-` and `_` between them. */
export const REPLY_SHORTCUT = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{0,31}$/u
