import {
  BROWSER_PACKAGE,
  FILES_PACKAGE,
  FILM_PACKAGE,
  GAME_PACKAGE,
  NOTES_PACKAGE,
  SETTINGS_PACKAGE,
} from '../built-in-apps.ts'
import { localise } from '../draw/fonts.ts'

const ENGLISH: Readonly<Record<string, string>> = {
  [SETTINGS_PACKAGE]: 'Settings',
  [FILES_PACKAGE]: 'Files',
  [BROWSER_PACKAGE]: 'Browser',
  [NOTES_PACKAGE]: 'Notes',
  [GAME_PACKAGE]: 'Blocks',
  [FILM_PACKAGE]: 'Film',
}

/** The name under an icon, in letters that this machine can draw. */
export const labelOf = (app: { packageName: string; label: string }): string =>
  localise(app.label, ENGLISH[app.packageName] ?? app.label)
