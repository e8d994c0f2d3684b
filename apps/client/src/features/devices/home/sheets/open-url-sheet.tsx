import { Button } from '../../../../shared/ui/button/button.tsx'
import { Box, Form } from '../../../../shared/ui/elements/elements'
import { Field } from '../../../../shared/ui/field/field.tsx'
import { Sheet } from '../../../../shared/ui/overlay/sheet.tsx'
import type { HomeDevice } from '../api/home-device.ts'
import { closeSheet } from './home-sheets.ts'
import styles from './small-form.module.css'
import { useOpenUrl } from './use-open-url.ts'

interface OpenUrlSheetProps {
  readonly device: HomeDevice
  readonly isOpen: boolean
}

/** Opens an address on the phone. */
export function OpenUrlSheet({ device, isOpen }: OpenUrlSheetProps) {
  const { text, error, isBusy, change, submit } = useOpenUrl(device)
  return (
    <Sheet isOpen={isOpen} title="打开网址" onClose={closeSheet}>
      <Form className={styles.form} onSubmit={submit}>
        <Field
          label="网址"
          value={text}
          placeholder="https://"
          maxLength={2048}
          isClearable
          hint={`会在「${device.name}」的浏览器中打开`}
          error={error}
          onChange={change}
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
