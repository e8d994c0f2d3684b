import { DeviceCommand } from '@yunji/contract/devices/device/enums'
import { canOpenUrl } from '@yunji/contract/devices/device/rules'
import { useState } from 'react'
import { useWrite } from '../../../../shared/api/use-write.ts'
import { type HomeDevice, targetOf } from '../api/home-device.ts'
import { sendCommand } from '../api/send-command.ts'
import { closeSheet } from './home-sheets.ts'

const SCHEME = /^[a-z][a-z0-9+.-]*:/i

/** Typed address; without a scheme it gets https. */
export const addressOf = (text: string): string => {
  const typed = text.trim()
  return typed === '' || SCHEME.test(typed) ? typed : `https://${typed}`
}

/** Typed address, and the command that opens it on the phone. The sheet closes when the phone has accepted it. */
export const useOpenUrl = (device: Pick<HomeDevice, 'deviceId' | 'name'>) => {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const { isBusy, run } = useWrite(async (url: string) => {
    const [result] = await sendCommand(targetOf([device]), { command: DeviceCommand.openUrl, url }, '已在云手机中打开')
    if (!result) return
    setText('')
    closeSheet()
  })
  return {
    text,
    error,
    isBusy,
    change: (value: string) => {
      setText(value)
      setError(undefined)
    },
    submit: (): void => {
      const url = addressOf(text)
      if (canOpenUrl(url)) run(url)
      else setError('请输入完整的网址，例如 https://example.com')
    },
  }
}
