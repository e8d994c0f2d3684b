import { getTagList, updateDeviceName, updateDeviceNote, updateDeviceTags } from '@yunji/contract/devices/device/calls'
import { DEVICE_NAME_CHARACTERS, DEVICE_NOTE_CHARACTERS } from '@yunji/contract/devices/device/rules'
import { useState } from 'react'
import { messageOf } from '../../../../shared/api/api-error.ts'
import { queryClient, requestData } from '../../../../shared/api/query.ts'
import { useWrite } from '../../../../shared/api/use-write.ts'
import { showToast } from '../../../../shared/feedback/toast.ts'
import { Button } from '../../../../shared/ui/button/button.tsx'
import { Box, Form } from '../../../../shared/ui/elements/elements'
import { Field } from '../../../../shared/ui/field/field.tsx'
import { Sheet } from '../../../../shared/ui/overlay/sheet.tsx'
import type { HomeDevice } from '../api/home-device.ts'
import { patchLabels } from '../api/patch-devices.ts'
import { closeSheet } from './home-sheets.ts'
import styles from './small-form.module.css'
import { TagEditor } from './tag-editor.tsx'

type Labels = Pick<HomeDevice, 'name' | 'note' | 'tags'>

const without = (tags: readonly string[], others: readonly string[]) => tags.filter((tag) => !others.includes(tag))

/** Saves what has changed; each part that was saved is shown, also when a later one fails. */
const save = async ({ deviceId, ...before }: HomeDevice, { name, note, tags }: Labels): Promise<void> => {
  if (name !== before.name) {
    await requestData(updateDeviceName, { deviceId, name })
    patchLabels(deviceId, { name })
  }
  if (note !== before.note) {
    await requestData(updateDeviceNote, { deviceId, note })
    patchLabels(deviceId, { note })
  }
  const add = without(tags, before.tags)
  const remove = without(before.tags, tags)
  if (add.length + remove.length === 0) return
  await requestData(updateDeviceTags, { deviceIds: [deviceId], add, remove })
  patchLabels(deviceId, { tags })
  void queryClient.invalidateQueries({ queryKey: [getTagList.path] })
}

interface EditFormProps {
  readonly device: HomeDevice
}

function EditForm({ device }: EditFormProps) {
  const [labels, setLabels] = useState<Labels>(device)
  const [error, setError] = useState<string>()
  const { name, note, tags } = labels
  const set = (changes: Partial<Labels>) => {
    setLabels({ ...labels, ...changes })
    setError(undefined)
  }
  const { isBusy, run } = useWrite(
    async () => {
      await save(device, { name: name.trim(), note: note.trim(), tags })
      showToast('已保存', 'success')
      closeSheet()
    },
    { onError: (failure) => setError(messageOf(failure)) },
  )
  const isSame = name.trim() === device.name && note.trim() === device.note && tags.join() === device.tags.join()
  return (
    <Form className={styles.form} onSubmit={run}>
      <Field
        label="设备名称"
        hasLabel
        value={name}
        placeholder="请输入设备名称"
        maxLength={DEVICE_NAME_CHARACTERS}
        isClearable
        error={error}
        onChange={(value) => set({ name: value })}
      />
      <Field
        label="备注"
        hasLabel
        value={note}
        placeholder="只有自己能看到"
        maxLength={DEVICE_NOTE_CHARACTERS}
        isClearable
        onChange={(value) => set({ note: value })}
      />
      <TagEditor tags={tags} onChange={(chosen) => set({ tags: [...chosen] })} />
      <Box className={styles.action}>
        <Button isSubmit isBusy={isBusy} isDisabled={name.trim() === '' || isSame}>
          保存
        </Button>
      </Box>
    </Form>
  )
}

interface EditSheetProps {
  readonly device: HomeDevice
  readonly isOpen: boolean
}

/** Name, note and tags of a device. */
export function EditSheet({ device, isOpen }: EditSheetProps) {
  return (
    <Sheet isOpen={isOpen} title="名称和备注" onClose={closeSheet}>
      <EditForm key={`${device.deviceId}-${isOpen}`} device={device} />
    </Sheet>
  )
}
