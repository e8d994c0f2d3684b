import { readShareCredential, type ShareCredential, sharePath } from '@yunji/contract/devices/grant/rules'
import { useState } from 'react'
import { showToast } from '../feedback/toast.ts'
import { openPage } from '../platform/router/router.ts'
import { scanCode } from '../platform/scan-code'
import { Button } from '../ui/button/button.tsx'
import { Card } from '../ui/card/card.tsx'
import { Box, Form } from '../ui/elements/elements'
import { Field } from '../ui/field/field.tsx'
import { scan } from '../ui/icon/controls.ts'
import styles from './card-code-entry.module.css'

const open = (credential: ShareCredential) => void openPage(sharePath(credential))

/** Opens a device that somebody shares, by its card code, its link or its QR code. */
export function CardCodeEntry() {
  const [typed, setTyped] = useState('')
  const [isLeft, setLeft] = useState(false)
  const credential = readShareCredential(typed)
  const isWrong = isLeft && typed.trim() !== '' && !credential
  const scanAndOpen = async () => {
    const text = await scanCode?.()
    if (text === undefined) return
    const scanned = readShareCredential(text)
    if (scanned) open(scanned)
    else showToast('这不是云手机的分享码', 'error')
  }
  return (
    <Card title="打开别人分享的云手机" isPadded>
      <Form className={styles.form} onSubmit={() => credential && open(credential)}>
        <Field
          label="授权码或链接"
          placeholder="8 位授权码，或粘贴整个链接"
          autoComplete="off"
          isClearable
          value={typed}
          onChange={setTyped}
          onBlur={() => setLeft(true)}
          error={isWrong ? '授权码是 8 位字母和数字，请核对，或粘贴完整的链接' : undefined}
        />
        <Box className={styles.actions}>
          <Box className={styles.open}>
            <Button size="medium" isSubmit isDisabled={!credential}>
              打开设备
            </Button>
          </Box>
          {scanCode && (
            <Button variant="outline" size="medium" isNarrow icon={scan} onTap={() => void scanAndOpen()}>
              扫一扫
            </Button>
          )}
        </Box>
      </Form>
    </Card>
  )
}
