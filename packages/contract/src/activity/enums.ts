/** Whether an activity runs (section 3). */
export const ActivityState = { disabled: 0, enabled: 1 } as const
export type ActivityState = (typeof ActivityState)[keyof typeof ActivityState]
