/** In place of the framework's tab bar (see config/h5-entry.ts): the browser's is `shared/ui/page/tab-bar`. */
export const initTabbar = (): void => undefined
