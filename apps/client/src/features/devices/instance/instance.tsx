import { keyCode } from '@yunji/player/input/key-codes'
import { useEffect, useRef } from 'react'
import { MarkView } from '../../../shared/devices/screen-mark/mark-view.tsx'
import type { StreamSource } from '../../../shared/devices/stream-endpoint.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { savePicture } from '../../../shared/platform/files/save-file'
import { classes } from '../../../shared/ui/classes.ts'
import { Box } from '../../../shared/ui/elements/elements'
import styles from './instance.module.css'
import { instance, leave, useInstance } from './instance-store.ts'
import { useStage } from './stage/use-stage.ts'
import { EndView } from './status/end-view.tsx'
import { Notices } from './status/notices.tsx'
import { StartCover } from './status/start-cover.tsx'
import { StatusPill } from './status/status-pill.tsx'
import { WaitingOverlay } from './status/waiting-overlay.tsx'
import { hasKeyboard, toggleFullScreen } from './tools/browser.ts'
import { ClipboardSheet } from './tools/clipboard-sheet.tsx'
import { KeyboardBar } from './tools/keyboard-bar.tsx'
import { NavBar } from './tools/nav-bar.tsx'
import { QualityPanel } from './tools/quality-panel.tsx'
import { ToolColumn } from './tools/tool-column.tsx'
import type { ToolName } from './tools/tool-list.ts'
import { uploadFiles } from './upload/upload-files.ts'
import { UploadList } from './upload/upload-list.tsx'
import { UploadSheet } from './upload/upload-sheet.tsx'
import { usePlayer } from './use-player.ts'

const nameNow = () => useInstance.getState().player.device?.name ?? '云手机'

interface InstanceProps {
  readonly source: StreamSource
  readonly deviceId?: number | undefined
  /** Panel to open first. */
  readonly intent?: string
  /** The viewer, where the page has no login. */
  readonly viewer?: string
}

/** A phone that is being used. */
export function Instance({ source, deviceId, intent, viewer }: InstanceProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const typing = useRef<HTMLTextAreaElement>(null)
  const player = usePlayer({ canvas, typing }, source)
  const press = (code: number) => player.current?.press(code)

  const { isRotated, isWide, isRoomy } = useStage()
  const ratio = useInstance(({ player: { picture } }) => (picture ? picture.width / picture.height : 9 / 16))
  useEffect(() => player.current?.setRotated(isRotated), [player, isRotated])

  const canUpload = useInstance((state) => state.player.uploadKey !== null)
  const isUploadPending = useRef(intent === 'upload')
  useEffect(() => {
    if (!isUploadPending.current || !canUpload) return
    isUploadPending.current = false
    instance.togglePanel('upload')
  }, [canUpload])

  const takeScreenshot = async () => {
    const picture = await player.current?.snapshot()
    if (!picture) return showToast('还没有画面', 'error')
    const url = URL.createObjectURL(picture)
    await savePicture(url, `${nameNow()}.png`)
    URL.revokeObjectURL(url)
    return showToast('截图已保存', 'success')
  }

  const use: Readonly<Record<ToolName, () => void>> = {
    volumeUp: () => press(keyCode.volumeUp),
    volumeDown: () => press(keyCode.volumeDown),
    rotate: () => player.current?.request({ type: 'rotate' }),
    turn: () => instance.setRotationPreference(!isRotated),
    clipboard: () => {
      player.current?.request({ type: 'copy' })
      instance.togglePanel('clipboard')
    },
    upload: () => void uploadFiles(),
    quality: () => instance.togglePanel('quality'),
    screenshot: () => void takeScreenshot(),
    keyboard: () => instance.togglePanel('keyboard'),
    fullScreen: () => void toggleFullScreen(),
    exit: leave,
  }

  return (
    <Box className={classes(styles.stage, isWide && styles.wide, isRoomy && styles.roomy, isRotated && styles.turned)}>
      <Box className={styles.frame} style={{ '--ratio': String(ratio) }}>
        {hasKeyboard && (
          <textarea
            ref={typing}
            className={styles.typing}
            aria-label="云手机画面，可以直接输入"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            rows={1}
          />
        )}
        <canvas
          ref={canvas}
          className={styles.picture}
          role="application"
          aria-label="云手机画面"
          tabIndex={hasKeyboard ? -1 : 0}
        />
      </Box>
      <MarkView named={viewer} />
      <NavBar onKey={press} />
      <WaitingOverlay />
      <StartCover onStart={() => player.current?.start()} />
      <StatusPill />
      <Notices
        onTakeControl={() => player.current?.request({ type: 'takeControl' })}
        onStillHere={() => player.current?.stillHere()}
      />
      <UploadList />
      <QualityPanel
        canMark={viewer === undefined}
        onChoose={(name) => {
          player.current?.request({ type: 'quality', name })
          instance.closePanel()
        }}
      />
      <ToolColumn onTool={(tool) => use[tool]()} />
      <KeyboardBar onText={(text) => player.current?.text(text)} onKey={press} />
      <ClipboardSheet onPaste={(text) => player.current?.paste(text)} />
      <UploadSheet />
      <EndView onRetry={() => player.current?.retry()} deviceId={deviceId} />
    </Box>
  )
}
