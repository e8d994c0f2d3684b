/**
 * Where the buyer stands, which decides how a provider asks for the money: a phone's browser, a computer's, the messaging
 * app's own browser, or a mini-program inside it.
 */
export const payScenes = ['h5', 'desktop', 'messagingBrowser', 'miniProgram'] as const
export type PayScene = (typeof payScenes)[number]
