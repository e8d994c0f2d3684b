import { Button } from '../../../../shared/ui/button/button.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import styles from './wechat-button.module.css'

interface WechatButtonProps {
  readonly isBusy?: boolean
  readonly onTap: () => void
}

export function WechatButton({ isBusy, onTap }: WechatButtonProps) {
  return (
    <Button variant="outline" isBusy={isBusy} busyText="登录中…" onTap={onTap}>
      <Box className={styles.mark} isDecoration />
      微信一键登录
    </Button>
  )
}
