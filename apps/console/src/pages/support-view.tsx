import {
  type SupportViewRecord,
  type SupportViewState,
  supportViewMinutes,
} from '@yunji/contract/devices/grant/support-view'
import { endView, getDeviceViews, openView, requestView } from '@yunji/contract/operator/support-view-calls'
import { createPlayer } from '@yunji/player/player'
import type { StreamEnd } from '@yunji/player/player-state'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { useCall, useWrite } from '../api/query.ts'
import { useRight, useSelf } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { Form, SelectField, Submit, TextAreaField, useContractForm } from '../ui/form.tsx'
import { Dialog } from '../ui/overlays.tsx'
import { Async, Card, State, type Tone } from '../ui/states.tsx'
import { showToast } from '../ui/toast.ts'
import styles from './detail.module.css'
import { time } from './labels.tsx'

const REFETCH_MS = 5000
const TICK_MS = 1000
const MINUTE_MS = 60_000

const stateNames: Readonly<Record<SupportViewState, string>> = {
  waiting: '等待用户答复',
  active: '用户已同意',
  refused: '用户已拒绝',
  ended: '已结束',
  lapsed: '没有答复',
}
const stateTones: Readonly<Record<SupportViewState, Tone>> = {
  waiting: 'soon',
  active: 'run',
  refused: 'dead',
  ended: 'off',
  lapsed: 'off',
}

/** Support views of the device; the customer's yes comes first. */
export default function SupportViewCard({ deviceId }: { readonly deviceId: number }) {
  const mayAct = useRight('devices.act')
  const views = useCall(getDeviceViews, { deviceId: String(deviceId) }, { refetchMs: REFETCH_MS })
  return (
    <Card title="查看画面">
      <Async of={views}>
        {({ records }) => {
          const open = records.find(({ state }) => state === 'waiting' || state === 'active')
          return (
            <div className={styles.detail}>
              {open ? mayAct && <OpenView view={open} /> : mayAct && <RequestForm deviceId={deviceId} />}
              {records.length > 0 && (
                <ul className={styles.lines}>
                  {records.map(({ supportViewId, operatorName, minutes, reason, state, requestedAt }) => (
                    <li key={supportViewId}>
                      <span>
                        <State tone={stateTones[state]}>{stateNames[state]}</State> {operatorName}，{minutes} 分钟：
                        {reason}
                      </span>
                      <span>{time(requestedAt)}</span>
                    </li>
                  ))}
                </ul>
              )}
            </div>
          )
        }}
      </Async>
    </Card>
  )
}

function RequestForm({ deviceId }: { readonly deviceId: number }) {
  const form = useContractForm<{ deviceId: number; reason: string; minutes: 15 | 30 | 60 }>(requestView.input, {
    deviceId,
    reason: '',
    minutes: 15,
  })
  const request = useWrite(requestView, { isQuiet: true, done: '已请求，用户同意后可以查看' })
  return (
    <Form form={form} write={request} onSubmit={(values) => request.mutate(values)}>
      <TextAreaField name="reason" label="原因" hint="用户会看到；同意之前看不到任何画面" rows={2} maxLength={200} />
      <SelectField
        name="minutes"
        label="时长"
        options={supportViewMinutes.map((minutes) => [minutes, `${minutes} 分钟`] as const)}
      />
      <Submit isBusy={request.isPending}>请求查看画面</Submit>
    </Form>
  )
}

function OpenView({ view }: { readonly view: SupportViewRecord }) {
  const [isOpen, setOpen] = useState(false)
  const end = useWrite(endView, { done: view.state === 'active' ? '已结束查看' : '已撤回请求' })
  const isActive = view.state === 'active'
  // The customer has agreed to one operator; others may end the view.
  const isOwn = useSelf().operator.name === view.operatorName
  return (
    <div className={styles.buttons}>
      {isActive && isOwn && (
        <Button tone="primary" icon="eye" onClick={() => setOpen(true)}>
          查看画面
        </Button>
      )}
      <Button isBusy={end.isPending} onClick={() => end.mutate({ supportViewId: view.supportViewId })}>
        {isActive ? '结束查看' : '撤回请求'}
      </Button>
      {isActive && <TimeLeft endsAt={view.endsAt} />}
      <Dialog
        title={`${view.deviceName} 的画面`}
        description="只能看，不能操作。用户可以随时结束。"
        isOpen={isOpen && isActive}
        onClose={() => setOpen(false)}
      >
        <Screen supportViewId={view.supportViewId} />
      </Dialog>
    </div>
  )
}

function TimeLeft({ endsAt }: { readonly endsAt: number }) {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return <span className={styles.note}>剩余 {Math.max(0, Math.ceil((endsAt - nowMs) / MINUTE_MS))} 分钟</span>
}

/** Reasons after which the screen cannot be opened again. */
const finalEndings: Partial<Readonly<Record<StreamEnd['reason'], string>>> = {
  revoked: '查看已经结束',
  expired: '设备已到期',
  undecodable: '当前浏览器无法播放画面',
}
const endings: Partial<Readonly<Record<StreamEnd['reason'], string>>> = {
  idle: '长时间没有操作，已断开',
  replaced: '已在另一处打开',
  phone: '云手机暂时无法连接',
  tooMany: '同时打开的画面太多',
  shutdown: '服务正在更新',
  lost: '网络连接已断开',
}

const endingText = (end: StreamEnd): string =>
  end.reason === 'refused' ? end.text : (finalEndings[end.reason] ?? endings[end.reason] ?? '连接出了点问题')

function Screen({ supportViewId }: { readonly supportViewId: number }) {
  const [attempt, setAttempt] = useState(1)
  return <Player key={attempt} supportViewId={supportViewId} onRetry={() => setAttempt(attempt + 1)} />
}

function Player({ supportViewId, onRetry }: { readonly supportViewId: number; readonly onRetry: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [words, setWords] = useState('正在连接…')
  const [mayRetry, setMayRetry] = useState(false)
  useEffect(() => {
    if (!canvas.current) return
    const open = async () => {
      const { ticket, path } = await callApi(openView, { supportViewId })
      return { url: path, ticket }
    }
    const player = createPlayer({
      canvas: canvas.current,
      renewEndpoint: open,
      onState: ({ phase, end }) => {
        setWords(end ? endingText(end) : phase === 'live' ? '正在查看' : '正在连接…')
        setMayRetry(end !== null && finalEndings[end.reason] === undefined)
      },
      onStatistics: () => undefined,
      onClipboard: () => undefined,
      onNotice: (text) => showToast(text, 'error'),
    })
    return () => player.close()
  }, [supportViewId])
  return (
    <>
      <p role="status" className={styles.note}>
        {words}
      </p>
      {mayRetry && <Button onClick={onRetry}>重新连接</Button>}
      <canvas ref={canvas} className={styles.screen} aria-label="用户设备的画面" />
    </>
  )
}
