/** Hands a text on to somebody. Where nothing can, it is copied, to be pasted wherever it is to go. */
export type ShareText = (text: string) => Promise<'shared' | 'copied' | 'failed'>
