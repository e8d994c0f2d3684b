/** What a list of devices can be narrowed to: states that differ in what a user can do about them. */
export const stateFilters = ['running', 'busy', 'stopped', 'faulty', 'expired'] as const
export type StateFilter = (typeof stateFilters)[number]
