import { getPendingAgreements } from '@yunji/contract/content/agreement/calls'
import { pathOf } from '@yunji/contract/pages'
import { requestData } from '../../../shared/api/query.ts'
import { showError } from '../../../shared/api/show-error.ts'
import { confirm, useDialog } from '../../../shared/feedback/dialog.ts'
import { agreementPath } from '../../../shared/navigation/page-paths.ts'
import { currentPage } from '../../../shared/platform/page/page-lifecycle.ts'
import { openPage } from '../../../shared/platform/router/router.ts'
import { session } from '../../../shared/session/session.ts'
import { type PendingAgreement, PUT_OFF_TEXT, sendDecision } from './pending-agreements.ts'

/** Pages on which a question would stand in the way of what is being done or read. */
const busyPaths: ReadonlySet<string> = new Set(
  (
    ['login/login', 'auth/wechatAuth', 'webView/protocol', 'webView/web_instance', 'pay/pay', 'Device/wall'] as const
  ).map(pathOf),
)

const isQuiet = (): boolean => {
  const { path } = currentPage.getState()
  return path !== '' && !busyPaths.has(path) && useDialog.getState().dialog === null
}

/** Resolves on the next quiet page without another dialog. */
const quietMoment = (): Promise<void> =>
  new Promise((resolve) => {
    const stops: (() => void)[] = []
    const check = () => {
      if (!isQuiet()) return
      for (const stop of stops) stop()
      resolve()
    }
    stops.push(currentPage.subscribe(check), useDialog.subscribe(check))
    check()
  })

const wordsOf = (agreements: readonly PendingAgreement[]): string => {
  const changes = agreements.flatMap(({ title, summary }) => (summary ? [`《${title}》：${summary}`] : []))
  const names = agreements.map(({ title }) => `《${title}》`).join('和')
  return [changes.length > 0 ? changes.join('\n') : `请阅读并确认${names}`, `${PUT_OFF_TEXT}。`].join('\n\n')
}

/** Asks about versions that this user has neither agreed to nor put off; all of them in one dialog. */
const askOnce = async (): Promise<void> => {
  const { userId } = session.store.getState()
  const { records } = await requestData(getPendingAgreements, {})
  const agreements = records.filter(({ isAsked }) => !isAsked)
  const [first] = agreements
  if (!first) return
  await quietMoment()
  if (session.store.getState().userId !== userId) return
  const decide = (isAgreed: boolean) => sendDecision({ agreements, isAgreed, way: 'dialog' }).catch(showError)
  const isAgreed = await confirm({
    title: agreements.some(({ version }) => version > 1) ? '协议有更新' : '请确认用户协议与隐私政策',
    body: wordsOf(agreements),
    cancelText: '暂不同意',
    confirmText: '同意',
    safer: { text: `阅读《${first.title}》`, onTap: () => void openPage(agreementPath(first.kind)) },
    onDecline: () => void decide(false),
  })
  if (isAgreed) await decide(true)
}

let isAsking = false
/** A version was published while the answer about others was on its way. */
let isDueAgain = false

export const askAgreements = async (): Promise<void> => {
  isDueAgain = true
  if (isAsking) return
  isAsking = true
  try {
    while (isDueAgain) {
      isDueAgain = false
      await askOnce()
    }
  } finally {
    isAsking = false
  }
}
