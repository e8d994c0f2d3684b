/** Available in the mini-program only. */
export const requestSubscription = async (_templateId: string): Promise<boolean> => false

export const canRequestSubscription: boolean = false
