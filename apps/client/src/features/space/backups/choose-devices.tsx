import { formatCount } from '@yunji/contract/display/text'
import { useState } from 'react'
import { DevicePicker } from '../../../shared/devices/device-picker.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'

interface ChooseDevicesProps {
  readonly title: string
  readonly chosen: readonly number[]
  readonly maximum: number
  readonly onDone: (ids: readonly number[]) => void
}

/** Choice of own devices as a step of a page. */
export function ChooseDevices({ title, chosen: before, maximum, onDone }: ChooseDevicesProps) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(before))
  return (
    <Page
      route="Space/DataCenter"
      title={title}
      footer={
        <BottomBar summary={<Box live="polite">{`已选 ${formatCount(chosen.size)} 台`}</Box>}>
          <Button isDisabled={chosen.size === 0} onTap={() => onDone([...chosen])}>
            下一步
          </Button>
        </BottomBar>
      }
    >
      <DevicePicker hasGroups title="我的设备" chosen={chosen} maximum={maximum} onChange={setChosen} />
    </Page>
  )
}
