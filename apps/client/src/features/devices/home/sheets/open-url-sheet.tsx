import { DeviceCommand } from '@yunji/contract/devices/device/enums'
import { canOpenUrl } from '@yunji/contract/devices/device/rules'
import { useState } from 'react'
import { Button } from '../../../../shared/ui/button/button.tsx'
import { Box, Form } from '../../../../shared/ui/elements/elements'
import { Field } from '../../../../shared/ui/field/field.tsx'
import { Sheet } from '../../../../shared/ui/overlay/sheet.tsx'
import type { HomeDevice } from '../api/home-device.ts'
import { targetOf } from '../api/home-device.ts'
import { sendCommand } from '../api/send-command.ts'
import { closeSheet } from './home-sheets.ts'
import styles from './small-form.module.css'
import { addressOf } from './web-address.ts'

interface OpenUrlSheetProps {
  readonly device: HomeDevice
  readonly isOpen: boolean
}

/** Opens an address on the phone. */
export function OpenUrlSheet({ device, isOpen }: OpenUrlSheetProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    const url = addressOf(text)
    if (!canOpenUrl(url)) return setError('请输入完整的网址，例如 https://example.com')
    setBusy(true)
    const [result] = await sendCommand(targetOf([device]), { command: DeviceCommand.openUrl, url }, '已在云手机中打开')
    setBusy(false)
    if (!result) return undefined
    setText('')
    return closeSheet()
  }
  return (
    <Sheet isOpen={isOpen} title="打开网址" onClose={closeSheet}>
      <Form className={styles.form} onSubmit={() => void submit()}>
        <Field
          label="网址"
          value={text}
          placeholder="https://"
          maxLength={2048}
          isClearable
          hint={`会在「${device.name}」的浏览器中打开`}
          error={error}
          onChange={(value) => {
            setText(value)
            setError(undefined)
          }}
        />
        <Box className={styles.action}>
          <Button isSubmit isBusy={isBusy} isDisabled={text.trim() === ''}>
            打开
          </Button>
        </Box>
      </Form>
    </Sheet>
  )
}
