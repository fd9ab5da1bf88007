/* Preloaded under AddressSanitizer: libraries that MPI loads for itself stay where they are until the program ends, so
 * that what they leave behind can be told from what is ours by the library that asked for it (../leaks.supp). */
__attribute__((visibility("default"))) int dlclose(void *library);

int dlclose(void *library) {
    (void)library;
    return 0;
}
