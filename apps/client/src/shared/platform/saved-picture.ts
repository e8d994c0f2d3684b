/** Keeps a picture on the user's own phone; tells whether it could. */
export type SavePicture = (url: string, name: string) => Promise<boolean>
