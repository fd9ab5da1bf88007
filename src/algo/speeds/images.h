/* The images of a torus that looks the same in many ways. */
#ifndef LB_SPEEDS_IMAGES_H
#define LB_SPEEDS_IMAGES_H

#include "net/net.h"

enum { LB_IMAGES = 8, LB_IMAGE_NODES = 64 };

/* Node 0 stays where it is; the first image is the torus itself. */
typedef struct lb_images {
    uint32_t count;
    uint8_t node[LB_IMAGES][LB_IMAGE_NODES];
} lb_images;

/* With rings, all of them the other way round; else dimensions of the same speed in each other's place. */
void lb_images_find(lb_images *images, const lb_net *net);

#endif
