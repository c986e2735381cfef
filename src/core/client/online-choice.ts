/** When an account is online by itself; only then the network tells which of its contacts are, and its phone is silent. */
export const ONLINE_CHOICES = ['never', 'watching', 'always'] as const

export type OnlineChoice = (typeof ONLINE_CHOICES)[number]
