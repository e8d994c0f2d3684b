/** Yes and no, where a number stands for them (section 3). */
export const YesNo = { no: 0, yes: 1 } as const
export type YesNo = (typeof YesNo)[keyof typeof YesNo]
