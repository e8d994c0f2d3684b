/** Stands in a request for something that no other request has; headers only, so that no length changes. */
export const UNIQUE = 'unique-request-number'
