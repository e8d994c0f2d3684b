/** The mini-program moves no focus by keyboard. */
export const useModalFocus = (_id: string, _isOpen: boolean, _onEscape: () => void): void => undefined
