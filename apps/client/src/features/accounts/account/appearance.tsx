import { useState } from 'react'
import type { ThemeChoice } from '../../../shared/platform/page/theme.h5.ts'
import { chooseTheme, useThemeChoice } from '../../../shared/theme/theme.ts'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { ChoiceGroup } from '../../../shared/ui/choice/choice-group'
import { contrast } from '../../../shared/ui/icon/account.ts'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'

const labels: Readonly<Record<ThemeChoice, string>> = { system: '跟随系统', light: '浅色', dark: '深色' }
const choices = Object.keys(labels) as readonly ThemeChoice[]

/** Light or dark colours on this device. */
export function AppearanceCell() {
  const [isOpen, setOpen] = useState(false)
  const current = useThemeChoice()
  return (
    <>
      <Cell icon={contrast} title="外观" value={labels[current]} onTap={() => setOpen(true)} />
      <Sheet isOpen={isOpen} title="外观" onClose={() => setOpen(false)}>
        <ChoiceGroup role="radiogroup" label="外观">
          {choices.map((choice) => (
            <Cell
              key={choice}
              title={labels[choice]}
              choice="radio"
              isChecked={choice === current}
              onTap={() => chooseTheme(choice)}
            />
          ))}
        </ChoiceGroup>
      </Sheet>
    </>
  )
}
