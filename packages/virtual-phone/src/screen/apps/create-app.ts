import {
  BROWSER_PACKAGE,
  FILES_PACKAGE,
  FILM_PACKAGE,
  GAME_PACKAGE,
  NOTES_PACKAGE,
  SETTINGS_PACKAGE,
} from '../built-in-apps.ts'
import type { App } from '../layer.ts'
import type { AppInfo } from '../types.ts'
import type { Ui } from '../ui.ts'
import { Blocks } from './blocks/blocks.ts'
import { Browser } from './browser.ts'
import { Files } from './files.ts'
import { Film } from './film.ts'
import { InstalledApp } from './installed-app.ts'
import { Notes } from './notes.ts'
import { Settings } from './settings.ts'

const BUILT_IN: Readonly<Record<string, (ui: Ui, info: AppInfo) => App>> = {
  [SETTINGS_PACKAGE]: (ui, info) => new Settings(ui, info),
  [FILES_PACKAGE]: (ui, info) => new Files(ui, info),
  [BROWSER_PACKAGE]: (ui, info) => new Browser(ui, info),
  [GAME_PACKAGE]: (ui, info) => new Blocks(ui, info),
  [FILM_PACKAGE]: (ui, info) => new Film(ui, info),
  [NOTES_PACKAGE]: (ui, info) => new Notes(ui, info),
}

export const createApp = (ui: Ui, info: AppInfo): App =>
  (BUILT_IN[info.packageName] ?? ((anyUi, anyInfo) => new InstalledApp(anyUi, anyInfo)))(ui, info)
