import { useQuery } from '@tanstack/react-query'
import type { SupportViewRecord } from '@yunji/contract/devices/grant/support-view'
import { answerSupportView, getSupportViews, stopSupportView } from '@yunji/contract/devices/grant/support-view-calls'
import { queryClient, queryKeyOf, requestData } from '../../../shared/api/query.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { usePageVisible } from '../../../shared/platform/page/page-lifecycle.ts'
import { useSession } from '../../../shared/session/session.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Countdown } from '../../../shared/ui/countdown/countdown.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import styles from './grants.module.css'

const ASKED_EVERY_MS = 5000

const readAgain = () => queryClient.invalidateQueries({ queryKey: [getSupportViews.path] })

/** Asked again while the page is on screen: a request may come, and a support view may end. */
const useSupportViews = (): readonly SupportViewRecord[] => {
  const userId = useSession((state) => state.userId)
  const isVisible = usePageVisible()
  const views = useQuery({
    queryKey: queryKeyOf(getSupportViews, {}, userId),
    queryFn: () => requestData(getSupportViews, {}),
    enabled: userId !== null && isVisible,
    refetchInterval: ASKED_EVERY_MS,
  })
  return views.data?.records ?? []
}

const useAnswer = () =>
  useWrite(
    async (answer: { readonly supportViewId: number; readonly isAccepted: boolean }) => {
      await requestData(answerSupportView, answer)
      showToast(answer.isAccepted ? '已同意，客服现在可以查看' : '已拒绝', 'success')
    },
    { onSettled: readAgain },
  )

const useStop = () =>
  useWrite(
    async (supportViewId: number) => {
      await requestData(stopSupportView, { supportViewId })
      showToast('已结束，客服看不到画面了', 'success')
    },
    { onSettled: readAgain },
  )

const askToAccept = ({ deviceName, minutes }: SupportViewRecord) =>
  confirm({
    title: '同意客服查看？',
    body: `客服会看到「${deviceName}」屏幕上的一切，最多 ${minutes} 分钟，不能操作。请先退出不想给人看的应用；你随时可以结束。`,
    confirmText: '同意查看',
    cancelText: '再想想',
  })

/** Requests for support views of one's devices, and running ones. */
export function SupportViews() {
  const views = useSupportViews()
  return (
    <>
      {views.map((view) => (
        <SupportViewCard key={view.supportViewId} view={view} />
      ))}
    </>
  )
}

function SupportViewCard({ view }: { readonly view: SupportViewRecord }) {
  const { supportViewId, deviceName, operatorName, reason, minutes, state, endsAt } = view
  const answer = useAnswer()
  const stop = useStop()
  const accept = async (): Promise<void> => {
    if (await askToAccept(view)) answer.run({ supportViewId, isAccepted: true })
  }
  const isActive = state === 'active'
  return (
    <Card isPadded>
      <Box as="h2" className={styles.name}>
        {isActive ? '客服正在查看画面' : '客服请求查看画面'}
      </Box>
      <Box as="p" className={styles.viewNote}>
        {`${deviceName}，${`客服 ${operatorName}`.trim()}：${reason}`}
      </Box>
      <Box className={styles.foot}>
        <Box className={styles.viewTime}>
          {isActive ? '剩余 ' : `查看 ${minutes} 分钟，请在 `}
          <Countdown endsAtMs={endsAt} onEnd={() => void readAgain()} />
          {!isActive && ' 内答复'}
        </Box>
        {isActive ? (
          <Button size="small" isBusy={stop.isBusy} onTap={() => stop.run(supportViewId)}>
            立即结束
          </Button>
        ) : (
          <>
            <Button
              variant="outline"
              size="small"
              isBusy={answer.isBusy}
              onTap={() => answer.run({ supportViewId, isAccepted: false })}
            >
              拒绝
            </Button>
            <Button size="small" isBusy={answer.isBusy} onTap={() => void accept()}>
              同意
            </Button>
          </>
        )}
      </Box>
    </Card>
  )
}
