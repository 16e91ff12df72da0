/** What a reader sees of a page, without its title. */
export const shownText = (html: string) =>
  html
    .replace(/<(title|style|script)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
