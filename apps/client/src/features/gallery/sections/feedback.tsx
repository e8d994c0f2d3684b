import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { backup, deepClean } from '../../../shared/ui/icon/device.ts'
import { DialogCard } from '../../../shared/ui/overlay/dialog-card.tsx'
import { ToastView } from '../../../shared/ui/overlay/toast-view.tsx'
import { BusyView } from '../../../shared/ui/status/spinner.tsx'
import type { GallerySection } from '../specimen.tsx'
import { Row, Specimen } from '../specimen.tsx'
import styles from './feedback.module.css'

const nothing = () => undefined

const deepCleaning = {
  icon: deepClean,
  title: '深度清理这台设备？',
  body: '应用和数据会全部清除且无法恢复，建议先备份「星海远征 06」。',
  cancelText: '取消',
  confirmText: '确认清理',
  isDanger: true,
  safer: { icon: backup, text: '先去备份', onTap: () => showToast('开始备份', 'success') },
}

function Content() {
  return (
    <>
      <Specimen title="dialog: icon, a safer way, cannot be undone">
        <Box className={styles.dark}>
          <DialogCard {...deepCleaning} answer={nothing} />
        </Box>
      </Specimen>
      <Specimen title="dialog: a plain question, and something to know">
        <Box className={styles.dark}>
          <DialogCard
            title="退出登录"
            body="退出后可随时再次登录，云手机会继续运行"
            cancelText="取消"
            confirmText="退出"
            answer={nothing}
          />
          <DialogCard title="账号已被冻结，请联系客服" confirmText="知道了" answer={nothing} />
        </Box>
      </Specimen>
      <Specimen title="toast: words, done, failed, long">
        <Box className={styles.list}>
          <ToastView kind="info" text="已复制" />
          <ToastView kind="success" text="已重启 3 台设备" />
          <ToastView kind="error" text="云豆不足，请先充值" />
          <ToastView kind="error" text="这台设备正在备份，完成后才能更换区域，可以在任务中心查看进度" />
        </Box>
      </Specimen>
      <Specimen title="in the way: loading">
        <Row>
          <BusyView text="加载中…" />
          <BusyView text="登录中…" />
        </Row>
      </Specimen>
      <Specimen title="the real ones">
        <Row>
          <Button variant="tint" size="medium" isNarrow onTap={() => void confirm(deepCleaning)}>
            提问
          </Button>
          <Button variant="tint" size="medium" isNarrow onTap={() => showToast('已重启 3 台设备', 'success')}>
            提示
          </Button>
        </Row>
      </Specimen>
    </>
  )
}

export const feedbackSection: GallerySection = { id: 'feedback', title: '对话框与提示', Content }
