/** What the handlers may use, such as a database. They get nothing else, so a test can give them one in memory. */
export interface Ports {}
