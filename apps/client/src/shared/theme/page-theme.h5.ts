/** The browser's style sheet covers every page. */
export const usePageTheme = (_isTab: boolean, _isVisible: boolean): string | undefined => undefined
