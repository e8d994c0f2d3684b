import { updateDeviceName } from '@yunji/contract/devices/device/calls'
import { DEVICE_NAME_CHARACTERS } from '@yunji/contract/devices/device/rules'
import { useState } from 'react'
import { messageOf } from '../../../../shared/api/api-error.ts'
import { requestData } from '../../../../shared/api/query.ts'
import { useWrite } from '../../../../shared/api/use-write.ts'
import { showToast } from '../../../../shared/feedback/toast.ts'
import { Button } from '../../../../shared/ui/button/button.tsx'
import { Box, Form } from '../../../../shared/ui/elements/elements'
import { Field } from '../../../../shared/ui/field/field.tsx'
import { Sheet } from '../../../../shared/ui/overlay/sheet.tsx'
import type { HomeDevice } from '../api/home-device.ts'
import { patchName } from '../api/patch-devices.ts'
import { closeSheet } from './home-sheets.ts'
import styles from './small-form.module.css'

interface RenameSheetProps {
  readonly device: HomeDevice
  readonly isOpen: boolean
}

/** Gives a device another name. */
export function RenameSheet({ device, isOpen }: RenameSheetProps) {
  const [typed, setTyped] = useState<string>()
  const [error, setError] = useState<string>()
  const name = typed ?? device.name
  const close = () => {
    setTyped(undefined)
    setError(undefined)
    closeSheet()
  }
  const { isBusy, run } = useWrite(
    async () => {
      await requestData(updateDeviceName, { deviceId: device.deviceId, name: name.trim() })
      patchName(device.deviceId, name.trim())
      showToast('名称已修改', 'success')
      close()
    },
    { onError: (failure) => setError(messageOf(failure)) },
  )
  return (
    <Sheet isOpen={isOpen} title="修改名称" onClose={close}>
      <Form className={styles.form} onSubmit={run}>
        <Field
          label="设备名称"
          value={name}
          placeholder="请输入设备名称"
          maxLength={DEVICE_NAME_CHARACTERS}
          isClearable
          hint={`最多 ${DEVICE_NAME_CHARACTERS} 个字`}
          error={error}
          onChange={(value) => {
            setTyped(value)
            setError(undefined)
          }}
        />
        <Box className={styles.action}>
          <Button isSubmit isBusy={isBusy} isDisabled={name.trim() === '' || name.trim() === device.name}>
            保存
          </Button>
        </Box>
      </Form>
    </Sheet>
  )
}
