import type { RunnerControl } from '../control.ts'
import type { Router } from './page/router.ts'
import type { Program } from './program.ts'
import type { Recorder } from './recorder.ts'
import { toPlain } from './serialise.ts'
import type { Result } from './wx/callback.ts'
import type { PhoneFiles } from './wx/files.ts'
import type { NavigationHold } from './wx/navigation.ts'
import type { PhoneEvents } from './wx/phone-events.ts'
import type { Requests } from './wx/request.ts'
import type { ProgramStorage } from './wx/storage.ts'

interface ControlParts {
  readonly router: Router
  readonly recorder: Recorder
  readonly requests: Requests
  readonly answers: Map<string, Result>
  readonly events: PhoneEvents
  readonly program: Program
  readonly storage: ProgramStorage
  readonly files: PhoneFiles
  readonly navigationHold: NavigationHold
}

export const createControl = (parts: ControlParts): RunnerControl => ({
  pages: () => parts.router.state(),
  calls: (name) => parts.recorder.calls(name),
  appField: (name) => toPlain(parts.program.object[name]),
  viewTraffic: () => parts.recorder.viewTraffic,
  pendingRequestCount: () => parts.requests.pendingCount,
  navigate: async (kind, url) => {
    if (kind === 'navigateBack') parts.router.back()
    else parts.router.navigate(kind, url)
  },
  holdNavigations: () => parts.navigationHold.hold(),
  releaseNavigations: () => parts.navigationHold.release(),
  answer: (name, result) => void parts.answers.set(name, result),
  forgetAnswer: (name) => void parts.answers.delete(name),
  emit: (event, data) => parts.events.emit(event, data),
  enterBackground: () => {
    parts.program.enterBackground()
    parts.requests.enterBackground()
  },
  enterForeground: () => {
    parts.requests.enterForeground()
    parts.program.enterForeground()
  },
  readStorage: () => Object.fromEntries(parts.storage.keys().map((key) => [key, parts.storage.read(key)])),
  writeStorage: (key, value) => parts.storage.write(key, value),
  clearStorage: () => parts.storage.clear(),
  putFile: (path, base64) => parts.files.put(path, base64),
})
