/**
 * In place of the framework's bars (see config/h5-entry.ts): the browser's are `tab-bar` and `title-bar` of
 * `shared/ui/page`. Its title bar, unseen, would push the page down until its style sheet has come.
 */
export const initTabbar = (): void => undefined
export const initNavigationBar = (): void => undefined
