/** Long work that a person can follow. More kinds come with the capabilities that need them. */
export const taskKinds = ['create', 'reboot', 'clean', 'deepClean', 'replace', 'changeConfig'] as const
export type TaskKind = (typeof taskKinds)[number]
