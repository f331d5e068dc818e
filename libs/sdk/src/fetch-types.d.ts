/** The generated client names this type of the browser's `fetch`; Node's types have it only inside `RequestInit`. */
type BodyInit = NonNullable<RequestInit['body']>;
