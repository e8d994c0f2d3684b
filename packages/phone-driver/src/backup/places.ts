/** Not `/sdcard`, which is a symbolic link: tar would archive the link itself. */
export const SHARED_STORAGE = 'storage/emulated/0'
/** Data of apps, readable by root only. */
export const APP_DATA = 'data/data'
/** Folders of apps on shared storage, below `Android`. */
export const PACKAGE_FOLDERS = ['data', 'media', 'obb'] as const
/** Folder in each of the places that a restore writes to. */
export const STAGING = '.yunji-restore'
/** Folder of an archive with the APKs of each app. */
export const APPS_FOLDER = 'apps'
/** Member at the end that says what the archive holds; a restore reads it and writes it nowhere. */
export const CONTENTS_MEMBER = 'yunji-archive.json'
