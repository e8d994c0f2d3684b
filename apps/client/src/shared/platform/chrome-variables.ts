/** Measures of the platform's chrome, as CSS variables for the page's root; what is absent keeps its default. */
export type ChromeVariables = Readonly<Partial<Record<'--status' | '--nav' | '--capsule', string>>>
