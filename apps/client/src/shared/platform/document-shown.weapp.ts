/** The platform hides the page itself when the program is left (see lifecycle.ts). */
export const useDocumentShown = (): boolean => true
