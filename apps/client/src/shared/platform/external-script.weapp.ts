/** Mini-programs run the code of their own package alone. */
export const loadScript = (_url: string): Promise<void> => Promise.resolve()
