import * as sheets from './sheets.tsx'

export const loadSheets = async () => sheets

export const loadSheetsAhead = (): void => undefined
