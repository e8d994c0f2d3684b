/** Colours of the bars that a platform draws itself: tokens of the same name in tokens.css, and the variables of theme.json. */
export const barColours = {
  light: { page: '#F4F6F9', bar: '#FFFFFF', barText: 'black', tab: '#646D7E', selectedTab: '#1D56CF' },
  dark: { page: '#0F1218', bar: '#191D25', barText: 'white', tab: '#9BA5B5', selectedTab: '#8CB2FF' },
} as const
