/** The id of the part of the page that shows the views; the focus goes there when what had it is gone. */
export const contentId = "gh-content";
