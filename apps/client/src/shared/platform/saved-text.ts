/** Keeps a text as a file on the user's own phone, or hands it on; tells whether it could. */
export type SaveText = (text: string, fileName: string) => Promise<boolean>
