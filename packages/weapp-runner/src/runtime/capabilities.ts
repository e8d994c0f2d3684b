import type { BuiltInServices } from './components/built-in.ts'
import type { Page } from './page/page.ts'
import type { Recorder } from './recorder.ts'
import type { Result } from './wx/callback.ts'

/** Event with which a button hands over what the phone answered. */
const events: Readonly<Record<string, string>> = {
  getPhoneNumber: 'getphonenumber',
  getRealtimePhoneNumber: 'getrealtimephonenumber',
  getUserInfo: 'getuserinfo',
  chooseAvatar: 'chooseavatar',
  openSetting: 'opensetting',
  launchApp: 'launchapp',
  contact: 'contact',
  agreePrivacyAuthorization: 'agreeprivacyauthorization',
}

/** Handlers of `open-type`: sharing asks the page, the others need an answer fixed by the test. */
export const createCapabilities =
  (
    answers: ReadonlyMap<string, Result>,
    currentPage: () => Page | undefined,
    recorder: Recorder,
  ): BuiltInServices['openCapability'] =>
  async (openType) => {
    if (openType === 'share') {
      const share = currentPage()?.call('onShareAppMessage', { from: 'button' })
      recorder.call('shareAppMessage', [await share])
      return undefined
    }
    const event = events[openType]
    const detail = answers.get(openType)
    if (event && detail) return { event, detail }
    recorder.error('<button>', `open-type ${openType} needs an answer, and none was given`)
    return undefined
  }
