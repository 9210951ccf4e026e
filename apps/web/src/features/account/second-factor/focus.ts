/** As the `ref` of the field of a step that replaces the button that had the focus. */
export const focus = (input: HTMLInputElement | null): void => input?.focus()
