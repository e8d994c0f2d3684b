import { pathOf } from '@yunji/contract/pages'
import { useState } from 'react'
import { replacePage } from '../../../../shared/platform/router/router.ts'
import { Button } from '../../../../shared/ui/button/button.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { Agreement } from '../form/agreement.tsx'
import { LoginWelcome } from '../form/login-header.tsx'
import { keepAgreement } from './pending-bind.ts'
import { WechatButton } from './wechat-button.tsx'
import styles from './wechat-start.module.css'

interface WechatStartProps {
  readonly isBusy?: boolean
  /** Reason of a failed attempt. */
  readonly failure?: string
  /** The agreement was ticked before the way through WeChat. */
  readonly initiallyAgreed?: boolean
  readonly onBegin: () => void
}

/** Start page of a WeChat login: waits for the tap and the agreement. */
export function WechatStart({ isBusy, failure, initiallyAgreed = false, onBegin }: WechatStartProps) {
  const [hasAgreed, setAgreed] = useState(initiallyAgreed)
  const [isMissing, setMissing] = useState(false)
  const begin = () => {
    setMissing(!hasAgreed)
    if (hasAgreed) onBegin()
  }
  const leave = () => {
    keepAgreement(hasAgreed)
    void replacePage(pathOf('login/login'))
  }
  return (
    <LoginWelcome title="微信登录" hint="用你的微信账号登录云机">
      {failure && (
        <Box as="p" role="alert" className={styles.failure}>
          {failure}
        </Box>
      )}
      <Box className={styles.actions}>
        <WechatButton isBusy={isBusy} onTap={begin} />
        <Button variant="quiet" onTap={leave}>
          其他方式登录
        </Button>
      </Box>
      <Agreement
        hasAgreed={hasAgreed}
        onChange={(agreed) => {
          setMissing(false)
          setAgreed(agreed)
        }}
        error={isMissing ? '请先阅读并同意用户协议和隐私政策' : undefined}
      />
    </LoginWelcome>
  )
}
