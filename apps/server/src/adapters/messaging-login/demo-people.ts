/** Who can stand before the embedded authoriser. */
export interface DemoPerson {
  readonly key: string
  readonly name: string
}

export const demoPeople: readonly DemoPerson[] = [
  { key: 'xiaoyun', name: '小云' },
  { key: 'aming', name: '阿明' },
  { key: 'lin', name: '林小姐' },
]

export const findPerson = (key: unknown): DemoPerson | undefined => demoPeople.find((person) => person.key === key)
