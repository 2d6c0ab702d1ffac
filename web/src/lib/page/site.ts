/**
 * What the page itself says of where it lies: before a server, or on a site of plain files, and
 * whether the whole kit is there in a module.
 */

function told(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}

/** The file of the module beside the page, if there is one. */
export const MODULE = told("app-module");

/** Whether the app lies on a site of plain files, and answers everything itself. */
export const ALONE = told("app-alone") !== "";
