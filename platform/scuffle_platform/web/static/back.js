// A page that a browser kept whole, and shows again as it was left, is asked for anew: what it says of
// this moment is over.

addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
